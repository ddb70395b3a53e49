//! Reading and searching files.

mod collection;
mod file;
mod game;
mod objects;
mod position;
mod query;
mod rows;
mod search;
mod sorting;
mod tree;

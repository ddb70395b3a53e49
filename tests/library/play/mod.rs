//! Games that are built, edited and tagged, in small examples.

mod builder;
mod edit;
mod tags;

//! Tests of the boundary that need neither files nor C.

"""`make chaos`: everything dies, in any order, while matches go on; afterwards the books must be right."""

"""From the table to its picture, and to what voice and pages say of it. Pure."""

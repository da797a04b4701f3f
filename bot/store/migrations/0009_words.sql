-- What a person adds to the seed of a table is the id of no press any more, but one that nobody can foresee.
ALTER TABLE joins RENAME COLUMN press_id TO share;

-- The revision with which the wait for announced words began; 0 while there is none.
ALTER TABLE tables ADD COLUMN awaiting INTEGER NOT NULL DEFAULT 0 CHECK (awaiting >= 0);

-- Words that persons add to a seed: of this record, in its order, or for the start to come. NULL: announced, not given.
CREATE TABLE words (
    table_code TEXT NOT NULL REFERENCES tables (code),
    person_id INTEGER NOT NULL REFERENCES persons (id),
    coming INTEGER NOT NULL CHECK (coming IN (0, 1)),
    position INTEGER NOT NULL,
    word TEXT,
    PRIMARY KEY (table_code, person_id, coming)
) STRICT, WITHOUT ROWID;

CREATE INDEX words_person ON words (person_id);

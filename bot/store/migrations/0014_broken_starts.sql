-- Who got up while a start waited for words: at that table he does not sit down again before it has begun.
CREATE TABLE broken_starts (
    table_code TEXT NOT NULL REFERENCES tables (code),
    person_id INTEGER NOT NULL REFERENCES persons (id),
    PRIMARY KEY (table_code, person_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX broken_starts_person ON broken_starts (person_id);

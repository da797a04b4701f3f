-- Rated tables whose chips are rubles: what each seat stakes of its wallet, in hundredths; 0 at all others.
ALTER TABLE tables ADD COLUMN stake INTEGER NOT NULL DEFAULT 0 CHECK (stake BETWEEN 0 AND 1000000000000);

-- What has left a wallet and lies at a table. A row stays when all of it has come home: `movements` numbers the
-- ledger rows of this person and table ('stake', 'CODE:1', 'CODE:2', …), so that none can be booked twice.
CREATE TABLE escrow (
    table_code TEXT NOT NULL REFERENCES tables (code),
    person_id INTEGER NOT NULL REFERENCES persons (id),
    held INTEGER NOT NULL CHECK (held BETWEEN 0 AND 1000000000000),
    movements INTEGER NOT NULL CHECK (movements >= 1),
    PRIMARY KEY (table_code, person_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX escrow_person ON escrow (person_id);

-- The last movements of a wallet.
CREATE INDEX ledger_rubles ON ledger (person_id, id) WHERE currency = 'rubles';

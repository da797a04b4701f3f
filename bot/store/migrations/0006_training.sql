-- Training (rules 4.14): a secret, hands, their moves. One runs per person; it ends when he says so.
CREATE TABLE trainings (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    person_id INTEGER NOT NULL REFERENCES persons (id),
    secret BLOB NOT NULL CHECK (length(secret) = 32),
    began_at INTEGER NOT NULL,
    ended_at INTEGER,
    hand INTEGER NOT NULL CHECK (hand >= 1), -- the hand in play, in a pause the last one
    hinted INTEGER NOT NULL CHECK (hinted IN (0, 1)) -- the decision at hand has had its hint
) STRICT;

CREATE UNIQUE INDEX trainings_running ON trainings (person_id) WHERE ended_at IS NULL;
CREATE INDEX trainings_person ON trainings (person_id);

-- `given` are the cards of a lesson as in a record, empty where chance deals; `halves` what a settled hand brought.
CREATE TABLE training_hands (
    training_id INTEGER NOT NULL REFERENCES trainings (id) ON DELETE CASCADE,
    number INTEGER NOT NULL CHECK (number >= 1),
    given TEXT NOT NULL,
    halves INTEGER,
    PRIMARY KEY (training_id, number)
) STRICT, WITHOUT ROWID;

-- As in `moves`: the form of records, and the first bytes of SHA-256 over the state after the move.
CREATE TABLE training_moves (
    training_id INTEGER NOT NULL,
    hand INTEGER NOT NULL,
    seq INTEGER NOT NULL CHECK (seq >= 1),
    text TEXT NOT NULL,
    digest BLOB NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (training_id, hand, seq),
    FOREIGN KEY (training_id, hand) REFERENCES training_hands (training_id, number) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- What was decided after `turn` moves of a hand, on which values (`8,3` against `T`), what it cost in units.
CREATE TABLE decisions (
    training_id INTEGER NOT NULL,
    hand INTEGER NOT NULL,
    turn INTEGER NOT NULL,
    cards TEXT NOT NULL,
    up TEXT NOT NULL,
    play TEXT NOT NULL,
    best TEXT NOT NULL,
    chart TEXT NOT NULL,
    cost REAL NOT NULL CHECK (cost >= 0),
    hinted INTEGER NOT NULL CHECK (hinted IN (0, 1)), -- counts for nothing
    PRIMARY KEY (training_id, hand, turn),
    FOREIGN KEY (training_id, hand) REFERENCES training_hands (training_id, number) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- What was misplayed and comes back: `cards` in the order they came, `spot` the same in one order.
CREATE TABLE lessons (
    person_id INTEGER NOT NULL REFERENCES persons (id),
    spot TEXT NOT NULL,
    up TEXT NOT NULL,
    cards TEXT NOT NULL,
    correct INTEGER NOT NULL CHECK (correct BETWEEN 0 AND 2), -- right answers so far, each when it was due
    due_at INTEGER NOT NULL,
    PRIMARY KEY (person_id, spot, up)
) STRICT, WITHOUT ROWID;

CREATE INDEX lessons_due ON lessons (person_id, due_at);

-- Sums over each person's counted decisions. `share` is exact enough that equal shares are equal numbers.
CREATE TABLE trainees (
    person_id INTEGER PRIMARY KEY REFERENCES persons (id),
    decisions INTEGER NOT NULL CHECK (decisions >= 1),
    best INTEGER NOT NULL CHECK (best BETWEEN 0 AND decisions),
    share INTEGER NOT NULL GENERATED ALWAYS AS (best * 1000000000000 / decisions) STORED
) STRICT;

CREATE INDEX trainees_leading ON trainees (share DESC, decisions) WHERE decisions >= 100;

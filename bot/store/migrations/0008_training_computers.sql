-- Computer players in training: as many as the next hands are dealt with, and as each hand was.
ALTER TABLE trainings ADD COLUMN computers INTEGER NOT NULL DEFAULT 0 CHECK (computers BETWEEN 0 AND 5);
ALTER TABLE training_hands ADD COLUMN computers INTEGER NOT NULL DEFAULT 0 CHECK (computers BETWEEN 0 AND 5);

-- The seat of a second partner, in deals in which the declarer called two.
ALTER TABLE deals ADD COLUMN second_partner INTEGER;

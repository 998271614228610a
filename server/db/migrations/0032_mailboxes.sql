-- As shared/person.ts: dots mean nothing at these providers either.
UPDATE "code_uses" SET "person" = replace(split_part("person", '@', 1), '.', '') || '@' || split_part("person", '@', 2)
	WHERE split_part("person", '@', 2) IN ('proton.me', 'protonmail.com', 'pm.me') AND split_part("person", '@', 1) LIKE '%.%';

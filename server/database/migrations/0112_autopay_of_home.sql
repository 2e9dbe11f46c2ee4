-- Whether a try charges what its person owes beside the lease, and what the home asks of them follows as a try of its own. One that
-- succeeded as the third of a month is then followed by a fourth.
alter table autopay_runs add column home_follows boolean not null default false;
alter table autopay_runs drop constraint autopay_runs_attempt_check;
alter table autopay_runs add constraint autopay_runs_attempt_check check (attempt between 1 and 4);

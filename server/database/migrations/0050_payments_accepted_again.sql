-- Since when a lease accepts payments again, after it accepted none; null where it always did.
alter table leases add column accepts_since timestamptz(3);

create function note_accepts_since() returns trigger language plpgsql as $$
begin
  new.accepts_since := now();
  return new;
end $$;
create trigger leases_accepts_since before update on leases for each row
  when (old.payment_policy = 'nothing' and new.payment_policy <> 'nothing')
  execute function note_accepts_since();

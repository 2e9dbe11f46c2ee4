-- The last bills of a meter are read without the others.
create index billed_usages_by_meter_and_bill on billed_usages (meter_id, bill_id) where not reversed;

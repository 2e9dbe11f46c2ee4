-- Run once by the image of PostgreSQL, as its superuser, when the folder of the database is empty: Porchlight's role owns its
-- database and nothing else, and reaches no other one.
\set ON_ERROR_STOP on
\getenv password PORCHLIGHT_PASSWORD
create role porchlight login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password :'password';
create database porchlight owner porchlight;
revoke all on database porchlight, postgres, template1 from public;

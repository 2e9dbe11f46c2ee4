-- What the payer of a payment that management took drew on its screen: strokes, each the x and y of its points in turn, in a
-- box of 600 by 200. It is shown on the receipt alone.
alter table transactions add column signature jsonb;

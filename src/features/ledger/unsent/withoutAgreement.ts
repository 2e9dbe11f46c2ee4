/** What is sent of an edited entry: that it may be recorded after a closed month was agreed to for the day it had. */
export function withoutAgreement<Body extends { after_closed?: boolean | undefined }>({
  after_closed: _,
  ...body
}: Body): Omit<Body, 'after_closed'> {
  return body;
}

/** What the public pages say while nobody manages the community. */
export const NOT_SET_UP =
  'This community is not set up yet. Whoever runs the server finds the link to set it up in its log.';

import { dayIn } from '../../contract/values/timeZone.ts';

/**
 * Today for the server of a test, whose community is in New York. The device’s, by `isoDay`, is another one for some hours of each
 * night, as is that of UTC: what is compared with the server’s own today is taken from here.
 */
export function communityDay(): string {
  return dayIn('America/New_York', new Date());
}

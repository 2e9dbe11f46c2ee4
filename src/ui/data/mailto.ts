/** The address of a mail to somebody. What their address contains stays in it, and adds no subject or other reader. */
export function mailto(address: string): string {
  return `mailto:${address.split('@').map(encodeURIComponent).join('@')}`;
}

/** The address of the walk at a meter, or at a home that has none, as its sticker has it. */
export function stickerLink(of: { meter: number } | { unit: number }): string {
  const [[name, id] = ['', 0]] = Object.entries(of);
  return `${window.location.origin}/admin/utilities?${name}=${id}`;
}

/** The files of a photo in the store. */
export function fullName(id: string): string {
  return `${id}.jpg`;
}

export function thumbnailName(id: string): string {
  return `${id}-thumbnail.jpg`;
}

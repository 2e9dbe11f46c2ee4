/** In a table, the room of rows that are not drawn; in pixels. */
export function SpacerRow({ height, columns }: { height: number; columns: number }) {
  if (height <= 0) return <></>;
  return (
    <tr aria-hidden>
      <td colSpan={columns} style={{ height, padding: 0 }} />
    </tr>
  );
}

/** An email address that, where it is too long for its line, breaks before the @ rather than within a word. */
export function Email({ address }: { address: string }) {
  const [name, ...rest] = address.split('@');
  return (
    <>
      {name}
      {rest.length > 0 && (
        <>
          <wbr />@{rest.join('@')}
        </>
      )}
    </>
  );
}

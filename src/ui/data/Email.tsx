/** An email address. A long one breaks before the @. */
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

/** A host name without scheme and path, so that stored text cannot choose an address. */
const host = /^(?!-)[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})+$/i;

export function WebLinks({ domains }: { domains: readonly string[] }) {
  if (domains.length === 0) return "-";
  return (
    <ul>
      {domains.map((domain) => (
        <li key={domain}>
          {host.test(domain) ? (
            <a href={`https://${domain}`} target="_blank" rel="noopener noreferrer">
              {domain}
            </a>
          ) : (
            domain
          )}
        </li>
      ))}
    </ul>
  );
}

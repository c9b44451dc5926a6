/** A host and nothing else: no scheme, no path, so that no stored text ever becomes an address of its own choice. */
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

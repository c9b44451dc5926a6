import { webAddress } from "@/lib/format/webAddress";
import { Text } from "@/ui/cells/cells";

interface Props {
  article: { source_name: string | null; source_link: string | null };
}

/** Original publisher, with a link if the address is a web address. */
export function SourceLink({ article: { source_name, source_link } }: Props) {
  const address = webAddress(source_link);
  if (!address) return <Text value={source_name} />;
  return (
    <a href={address} target="_blank" rel="noopener noreferrer" title={address}>
      {source_name || new URL(address).host}
    </a>
  );
}

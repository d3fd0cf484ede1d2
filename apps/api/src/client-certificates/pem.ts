/** One block of PEM: -----BEGIN CERTIFICATE-----, base64, -----END CERTIFICATE-----. */
export interface PemBlock {
  label: string;
  /** From BEGIN to END. */
  text: string;
  /** What is between them. */
  body: string;
}

const BEGIN = '-----BEGIN ';
const DASHES = '-----';
const LONGEST_LABEL = 64;

/** The blocks of a text, in their order; what stands around them is passed over. Null when one has no end, or another inside. */
export function pemBlocks(text: string): PemBlock[] | null {
  const blocks: PemBlock[] = [];
  for (let at = text.indexOf(BEGIN); at !== -1;) {
    const labelAt = at + BEGIN.length;
    const labelEnd = text.slice(labelAt, labelAt + LONGEST_LABEL + DASHES.length).indexOf(DASHES);
    if (labelEnd === -1) return null;
    const label = text.slice(labelAt, labelAt + labelEnd);
    const bodyAt = labelAt + labelEnd + DASHES.length;
    const end = `${DASHES}END ${label}${DASHES}`;
    const endAt = text.indexOf(end, bodyAt);
    if (endAt === -1) return null;
    const body = text.slice(bodyAt, endAt);
    if (body.includes(DASHES)) return null;
    blocks.push({ label, text: text.slice(at, endAt + end.length), body });
    at = text.indexOf(BEGIN, endAt + end.length);
  }
  return blocks;
}

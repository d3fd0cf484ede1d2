/** The value of an Authorization header (RFC 7617). */
export function basicAuth(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

/** Takes user and password out of a URL, which then is fit to be shown; null where it has none. */
export function takeCredentials(url: URL): string | null {
  const { username, password } = url;
  if (username === '' && password === '') return null;
  url.username = '';
  url.password = '';
  return basicAuth(decoded(username), decoded(password));
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

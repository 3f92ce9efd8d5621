import { createHash, createHmac } from 'node:crypto'

/** Credentials of an IAM user or role. Never log them. */
export type AwsCredentials = {
  accessKeyId: string
  secretAccessKey: string
  /** For temporary credentials. */
  sessionToken?: string | undefined
}

/** A request before it is signed. */
export type AwsRequest = {
  method: string
  url: URL
  /** Lower-case names; all of them are signed, and `host`. */
  headers: Readonly<Record<string, string>>
  body: string
}

/** The credential scope of Signature Version 4, and the time of signing. */
export type AwsScope = { region: string; service: string; credentials: AwsCredentials; now: Date }

const sha256Hex = (text: string): string => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
/** Percent-encodes as in RFC 3986, which leaves fewer characters unescaped than JavaScript. */
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)

/**
 * Returns the headers of a request to AWS: the given ones, the time, and the signature (AWS Signature Version 4,
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html). For paths of plain characters.
 */
export function signAwsRequest({ method, url, headers, body }: AwsRequest, scope: AwsScope): Record<string, string> {
  const { region, service, credentials } = scope
  const time = scope.now.toISOString().replace(/[-:]|\.\d+/g, '')
  const day = time.slice(0, 8)
  const sent: Record<string, string> = {
    ...headers,
    'x-amz-date': time,
    ...(credentials.sessionToken === undefined ? {} : { 'x-amz-security-token': credentials.sessionToken }),
  }
  const signed = Object.entries({ ...sent, host: url.host }).sort(byCode)
  const names = signed.map(([name]) => name).join(';')
  const query = [...url.searchParams].map(([name, value]) => [encode(name), encode(value)] as const).sort(byCode)
  const canonical = [
    method,
    url.pathname,
    query.map((pair) => pair.join('=')).join('&'),
    ...signed.map(([name, value]) => `${name}:${value.trim().replace(/ +/g, ' ')}`),
    '',
    names,
    sha256Hex(body),
  ].join('\n')
  const credentialScope = `${day}/${region}/${service}/aws4_request`
  const key = [region, service, 'aws4_request'].reduce(hmac, hmac(`AWS4${credentials.secretAccessKey}`, day))
  const signature = hmac(key, `AWS4-HMAC-SHA256\n${time}\n${credentialScope}\n${sha256Hex(canonical)}`).toString('hex')
  return {
    ...sent,
    authorization: `AWS4-HMAC-SHA256 Credential=${credentials.accessKeyId}/${credentialScope}, SignedHeaders=${names}, Signature=${signature}`,
  }
}

/** By name, then by value, as code points, independent of the locale. */
const byCode = ([a, x]: readonly [string, string], [b, y]: readonly [string, string]): number =>
  a === b ? (x < y ? -1 : 1) : a < b ? -1 : 1

import { createPrivateKey, type KeyObject, sign } from 'node:crypto'

/** Parses an RSA key: base64 of PKCS#8, as Binance's guide makes it, or PEM. Throws for anything else. */
function readKey(text: string): KeyObject {
  const key = text.includes('-----BEGIN')
    ? createPrivateKey(text.replaceAll('\\n', '\n'))
    : createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' })
  if (key.asymmetricKeyType !== 'rsa') throw new Error('the key is of another kind')
  return key
}

export function isBinanceKey(text: string): boolean {
  try {
    return readKey(text) !== null
  } catch {
    return false
  }
}

/** Signs a request: base64 of SHA256withRSA over its body and the time in milliseconds. */
export const signBinanceRequest = (privateKey: string, body: string, timestamp: string): string =>
  sign('sha256', Buffer.from(body + timestamp), readKey(privateKey)).toString('base64')

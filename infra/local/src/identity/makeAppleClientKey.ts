import { generateKeyPairSync } from 'node:crypto'

/** Makes a key for Apple's client secrets: P-256, both halves as PEM. Apple hands out the private one as a file. */
export const makeAppleClientKey = (): { publicKey: string; privateKey: string } =>
  generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })

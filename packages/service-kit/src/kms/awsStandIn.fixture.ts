import { createHmac, randomBytes } from 'node:crypto'
import { openAesGcm, sealAesGcm } from './aesGcm.ts'
import { encodeContext } from './kms.ts'
import { type AwsCredentials, signAwsRequest } from './signAwsRequest.ts'

export const standInCredentials: AwsCredentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'a secret' }
export const standInSettings = {
  region: 'eu-central-1',
  keyId: 'alias/shares',
  macKeyId: 'alias/macs',
  credentials: standInCredentials,
}

type Context = Record<string, string>
type Input = {
  KeyId?: string
  SourceKeyId?: string
  DestinationKeyId?: string
  CiphertextBlob?: string
  EncryptionContext?: Context
  SourceEncryptionContext?: Context
  DestinationEncryptionContext?: Context
  Message?: string
}

export type AwsStandInOptions = {
  /** The credentials that are currently accepted. */
  credentials?: () => AwsCredentials
  /** Access keys whose session has expired. */
  isExpired?: (accessKeyId: string) => boolean
}

/** Emulates the part of AWS KMS that we use, as a `fetch`: its protocol, signatures, contexts, key versions and errors. */
export function createAwsStandIn({
  credentials = () => standInCredentials,
  isExpired = () => false,
}: AwsStandInOptions = {}) {
  const versions = [randomBytes(32)]
  const macKey = randomBytes(32)
  const calls: string[] = []
  let failure: Response | Error | null = null

  const refuse = (name: string, status = 400) =>
    Response.json({ __type: `com.amazonaws.kms#${name}`, message: 'nothing to see' }, { status })
  const open = (blob: string, context: Record<string, string>): Buffer => {
    const sealed = Buffer.from(blob, 'base64')
    const key = versions[sealed[0] ?? 0]
    if (key === undefined) throw new Error('no such version')
    return Buffer.from(openAesGcm({ key, sealed: sealed.subarray(1), additionalData: encodeContext(context) }))
  }
  const seal = (plaintext: Uint8Array, context: Context): string => {
    const version = versions.length - 1
    const sealed = sealAesGcm({ key: versions[version] as Buffer, plaintext, additionalData: encodeContext(context) })
    return Buffer.concat([Buffer.from([version]), sealed]).toString('base64')
  }
  const answer = (action: string, input: Input) => {
    const { KeyId, SourceKeyId, DestinationKeyId, CiphertextBlob = '', EncryptionContext = {}, Message = '' } = input
    const { SourceEncryptionContext = {}, DestinationEncryptionContext = {} } = input
    const wanted = action === 'GenerateMac' ? standInSettings.macKeyId : standInSettings.keyId
    const named = action === 'ReEncrypt' ? [SourceKeyId, DestinationKeyId] : [KeyId]
    if (named.some((id) => id !== wanted)) return refuse('NotFoundException')
    switch (action) {
      case 'GenerateDataKey': {
        const plaintext = randomBytes(32)
        const blob = seal(plaintext, EncryptionContext)
        return Response.json({ Plaintext: plaintext.toString('base64'), CiphertextBlob: blob })
      }
      case 'ReEncrypt':
        try {
          const plaintext = open(CiphertextBlob, SourceEncryptionContext)
          return Response.json({ CiphertextBlob: seal(plaintext, DestinationEncryptionContext) })
        } catch {
          return refuse('InvalidCiphertextException')
        }
      case 'Decrypt':
        try {
          return Response.json({ Plaintext: open(CiphertextBlob, EncryptionContext).toString('base64') })
        } catch {
          return refuse('InvalidCiphertextException')
        }
      case 'GenerateMac': {
        const mac = createHmac('sha256', macKey).update(Buffer.from(Message, 'base64')).digest('base64')
        return Response.json({ Mac: mac })
      }
      case 'RotateKeyOnDemand':
        versions.push(randomBytes(32))
        return Response.json({ KeyId })
      default:
        return refuse('UnknownOperationException')
    }
  }

  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    const body = await request.text()
    if (failure !== null) {
      if (failure instanceof Error) throw failure
      return failure.clone()
    }
    const header = (name: string): string => request.headers.get(name) ?? ''
    const time = header('x-amz-date').replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z')
    const headers = { 'content-type': header('content-type'), 'x-amz-target': header('x-amz-target') }
    const scope = {
      region: standInSettings.region,
      service: 'kms',
      credentials: credentials(),
      now: new Date(time),
    }
    if (isExpired(/Credential=(\w+)/.exec(header('authorization'))?.[1] ?? '')) return refuse('ExpiredTokenException')
    const expected = signAwsRequest({ method: request.method, url, headers, body }, scope)
    if (header('authorization') !== expected.authorization) return refuse('InvalidSignatureException')
    const action = header('x-amz-target').replace('TrentService.', '')
    calls.push(action)
    return answer(action, JSON.parse(body) as Input)
  }
  return {
    fetch,
    /** The names of the calls that were made. */
    calls,
    /** Deletes all key material but the newest. */
    dropOldKeys() {
      versions.fill(randomBytes(32), 0, -1)
    },
    /** Makes every call end like this from now on; null restores normal operation. */
    failWith(next: Response | Error | null) {
      failure = next
    },
  }
}

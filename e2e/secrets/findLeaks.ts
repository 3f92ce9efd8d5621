import type { Message } from '@latchkey/local'
import { english } from 'viem/accounts'

/** A service's log, by line. */
export type LogFile = { of: string; lines: readonly string[] }
/** A mail that was sent while they were written. */
export type SentMail = Pick<Message, 'to' | 'text'>

/** Shapes that must be in no log, so that the values need not be known. Our log lines contain nothing similar: ids are UUIDs. */
const shapes: readonly { what: string; pattern: RegExp }[] = [
  { what: 'signed token', pattern: /\beyJ[\w-]{10,}\.[\w-]{10,}/ },
  // 256 bits and more in base64, with or without padding: tokens, keys, shares, sealed or not.
  { what: 'token, key or share', pattern: /(?<![\w+/-])(?=[\w+/-]*\d)(?=[\w+/-]*[A-Z])[\w+-]{43,}={0,2}(?![\w-])/ },
  // The alphabet with a slash: no path here has so many characters with a digit and both cases.
  {
    what: 'token, key or share',
    pattern: /(?<![\w+/.-])(?=[A-Za-z+/]*\d)(?=[A-Z\d+/]*[a-z])(?=[a-z\d+/]*[A-Z])[A-Za-z\d+/]{43,}={0,2}(?![\w.-])/,
  },
  { what: 'key or share in hexadecimal', pattern: /(?<![0-9a-z])(?:0x)?[0-9a-f]{64,}(?![0-9a-z])/i },
  { what: 'bytes of a key or share', pattern: /(?:\b\d{1,3}\b[\s,]+){31}\d{1,3}\b/ },
]
/** More consecutive words of the list than a sentence has. */
const wordsInSequence = 6
const wordList = new Set(english)

/** Returns every log line that shows a code, link or address of these mails, a token, a key, a share or recovery words. */
export function findLeaks(logs: readonly LogFile[], mails: readonly SentMail[]): string[] {
  const known = mails.flatMap(secretsOf)
  return logs.flatMap(({ of, lines }) =>
    lines.flatMap((line) => {
      const found = new Set([...known, ...shapes].filter(({ pattern }) => pattern.test(line)).map(({ what }) => what))
      if (hasWords(line)) found.add('recovery words')
      return [...found].map((what) => `${of} shows a ${what}: ${line}`)
    }),
  )
}

const secretsOf = ({ to, text }: SentMail): { what: string; pattern: RegExp }[] => {
  const [, first, second] = /(?<![\w-])(\d{3})[\s\u00a0]?(\d{3})(?![\w-])/.exec(text) ?? []
  const token = /#([\w-]{43})/.exec(text)?.[1]
  return [
    { what: 'mail address', pattern: new RegExp(literal(to), 'i') },
    ...(first === undefined
      ? []
      : [{ what: 'mailed code', pattern: new RegExp(`(?<![0-9a-z])${first}\\s?${second}(?![0-9a-z])`, 'i') }]),
    ...(token === undefined ? [] : [{ what: 'mailed link', pattern: new RegExp(literal(token)) }]),
  ]
}

const literal = (text: string): string => text.replace(/[^\w]/g, '\\$&')

const hasWords = (line: string): boolean => {
  let inSequence = 0
  for (const word of line.toLowerCase().match(/[a-z]+/g) ?? []) {
    inSequence = wordList.has(word) ? inSequence + 1 : 0
    if (inSequence === wordsInSequence) return true
  }
  return false
}

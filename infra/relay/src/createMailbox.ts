/** A sealed message on its way. The relay sees neither who writes nor what. */
export type Mail = {
  readonly topic: string
  readonly message: string
  readonly tag: number
  /** Milliseconds since 1970. */
  readonly publishedAt: number
  readonly expiresAt: number
  readonly attestation?: string | undefined
}

export type MailboxLimits = {
  /** Mails kept on one topic, the oldest goes first. */
  perTopic: number
  /** Topics that hold mail, the oldest goes first. Names of topics come from strangers. */
  topics: number
}

/**
 * Mail that nobody has confirmed yet, by topic, until it expires: a socket that has just died takes a mail as gladly as
 * a living one. A reader sees what others wrote, again at each subscription, until somebody confirms it.
 */
export const createMailbox = ({ perTopic, topics }: MailboxLimits, now: () => number = Date.now) => {
  const kept = new Map<string, { mail: Mail; writer: string }[]>()
  const keep = (topic: string, mails: { mail: Mail; writer: string }[]) => {
    kept.delete(topic)
    if (mails.length > 0) kept.set(topic, mails)
  }
  const fresh = (topic: string) => (kept.get(topic) ?? []).filter(({ mail }) => mail.expiresAt > now())
  return {
    put(mail: Mail, writer: string): void {
      keep(mail.topic, [...fresh(mail.topic), { mail, writer }].slice(-perTopic))
      for (const oldest of kept.keys()) {
        if (kept.size <= topics) break
        kept.delete(oldest)
      }
    },
    /** What waits on `topic` for `reader`, oldest first. */
    read: (topic: string, reader: string): Mail[] =>
      fresh(topic).flatMap(({ mail, writer }) => (writer === reader ? [] : [mail])),
    /** A reader has it. */
    remove(mail: Mail): void {
      keep(
        mail.topic,
        fresh(mail.topic).filter((other) => other.mail !== mail),
      )
    },
    /** Forget what has expired. */
    sweep(): void {
      for (const topic of [...kept.keys()]) keep(topic, fresh(topic))
    },
    size: () => kept.size,
  }
}

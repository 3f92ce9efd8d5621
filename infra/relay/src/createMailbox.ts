/** A sealed message in transit. The relay sees neither its sender nor its content. */
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
  /** The most mails on one topic; the oldest is dropped first. */
  perTopic: number
  /** The most topics with mail; the oldest is dropped first. Clients choose topics' names. */
  topics: number
}

/**
 * Unconfirmed mail, by topic, until it expires: a broken socket accepts a mail as a working one does. A reader sees others' mail, again at
 * each subscription, until a reader confirms it.
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
    /** Returns the mail on `topic` for `reader`, oldest first. */
    read: (topic: string, reader: string): Mail[] =>
      fresh(topic).flatMap(({ mail, writer }) => (writer === reader ? [] : [mail])),
    /** Removes a confirmed mail. */
    remove(mail: Mail): void {
      keep(
        mail.topic,
        fresh(mail.topic).filter((other) => other.mail !== mail),
      )
    },
    /** Removes expired mail. */
    sweep(): void {
      for (const topic of [...kept.keys()]) keep(topic, fresh(topic))
    },
    size: () => kept.size,
  }
}

/** A mail as the inbox shows it. `to` lists the envelope's recipients, separated by a comma and a space. */
export type Mail = {
  id: number
  to: string
  from: string
  subject: string
  text: string
  /** Absent when the mail has a text part only. */
  html: string | undefined
  /** When it arrived, ISO 8601. */
  date: string
}

/** The mails of one run, newest first. */
export type Mailbox = {
  add: (mail: Omit<Mail, 'id'>) => void
  /** Returns all mails, or those to one address, in any case. */
  list: (to?: string) => readonly Mail[]
  find: (id: number) => Mail | undefined
  /** Called after every arrival, until the returned function is called. */
  onArrival: (listener: () => void) => () => void
}

const capacity = 500

export const createMailbox = (): Mailbox => {
  let mails: readonly Mail[] = []
  let arrived = 0
  const listeners = new Set<() => void>()
  const isTo = (mail: Mail, address: string): boolean =>
    mail.to.split(', ').some((recipient) => recipient.toLowerCase() === address.toLowerCase())
  return {
    add: (mail) => {
      arrived += 1
      mails = [{ id: arrived, ...mail }, ...mails].slice(0, capacity)
      for (const listener of listeners) listener()
    },
    list: (to) => (to === undefined ? mails : mails.filter((mail) => isTo(mail, to))),
    find: (id) => mails.find((mail) => mail.id === id),
    onArrival: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

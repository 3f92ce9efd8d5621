import { useRef, useState } from 'react'

export type Entry = { id: number; title: string; detail: string; failed: boolean }

/** The log, newest first, and a function that runs another and logs its result. */
export const useLog = () => {
  const [entries, setEntries] = useState<Entry[]>([])
  const [running, setRunning] = useState<string | null>(null)
  const count = useRef(0)

  const run = async (title: string, work: () => Promise<string>): Promise<void> => {
    setRunning(title)
    const [detail, failed] = await work().then(
      (text) => [text, false] as const,
      (error: unknown) => [messageOf(error), true] as const,
    )
    setRunning(null)
    setEntries((earlier) => [{ id: ++count.current, title, detail, failed }, ...earlier])
  }
  return { entries, running, run }
}

/** viem wraps a wallet's errors; its `details` are the wallet's own message. */
const messageOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  return 'details' in error && typeof error.details === 'string' && error.details !== '' ? error.details : error.message
}

/** An event of a page, cut to what is kept. The page's network address and browser aren't part of it. */
export type TelemetryEvent = {
  projectId: string
  /** The page's own, by which a repeated one is recognized. */
  eventId: string
  name: string
  /** Origin and path of the page, without query and fragment; null where it named none. */
  page: string | null
  /** Null unless page and operator have both asked for addresses. */
  address: string | null
  properties: Readonly<Record<string, string | number | boolean>>
  happenedAt: Date
}

/** Takes events. */
export type TelemetrySink = {
  /** Throws when the events can't be taken now. The caller doesn't try again. */
  take(events: readonly TelemetryEvent[], now: Date): Promise<void>
}

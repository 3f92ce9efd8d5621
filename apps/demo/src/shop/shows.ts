/** A currency to pay for a ticket with. */
export type Currency = 'USDC' | 'ETH'

/** A concert that tickets are sold for. */
export type Show = {
  id: string
  artist: string
  /** A description in a few words. */
  kind: string
  about: string
  /** In the venue's local time: `2027-03-05T22:30`. */
  starts: string
  /** Of one ticket, as a decimal. */
  price: Record<Currency, string>
  seatsLeft: number
  poster: Poster
}

/** Colors of a poster, and which of the drawings it has. */
export type Poster = {
  drawing: 'moon' | 'reeds' | 'waves' | 'lanterns' | 'steps' | 'strings'
  sky: string
  ground: string
  light: string
}

/** Data that a real shop reads from its server. */
export const shows: readonly Show[] = [
  {
    id: 'paper-herons',
    artist: 'The Paper Herons',
    kind: 'Folk quartet',
    about:
      'Two fiddles, a harmonium and a voice. The Herons play their second album from start to end, without microphones.',
    starts: '2027-03-05T22:30',
    price: { USDC: '24', ETH: '0.0096' },
    seatsLeft: 12,
    poster: { drawing: 'reeds', sky: '#f6c177', ground: '#1d4e57', light: '#fdf0d5' },
  },
  {
    id: 'odile-marchetti',
    artist: 'Odile Marchetti Trio',
    kind: 'Jazz piano',
    about: 'Slow tempos and long shadows. Marchetti returns with the trio of her debut and an evening of new ballads.',
    starts: '2027-03-06T23:00',
    price: { USDC: '32', ETH: '0.0128' },
    seatsLeft: 5,
    poster: { drawing: 'moon', sky: '#2b2150', ground: '#110d22', light: '#ffb45c' },
  },
  {
    id: 'low-tide-brass',
    artist: 'Low Tide Brass',
    kind: 'Nine-piece brass band',
    about:
      'Nine horns in a room for sixty. Bring earplugs or don’t, but leave your coat at the door: there is dancing.',
    starts: '2027-03-12T22:00',
    price: { USDC: '18', ETH: '0.0072' },
    seatsLeft: 31,
    poster: { drawing: 'waves', sky: '#e8563f', ground: '#16324f', light: '#ffe3b3' },
  },
  {
    id: 'nine-lanterns',
    artist: 'Nine Lanterns',
    kind: 'Ambient electronics',
    about: 'One long piece for tape loops and lamps, played in the dark. Doors close when the first lamp is lit.',
    starts: '2027-03-13T23:30',
    price: { USDC: '20', ETH: '0.008' },
    seatsLeft: 18,
    poster: { drawing: 'lanterns', sky: '#0f3b3a', ground: '#081f22', light: '#f4d35e' },
  },
  {
    id: 'kestrel-and-moss',
    artist: 'Kestrel & Moss',
    kind: 'Songwriters',
    about: 'Two guitars, one notebook. Each of them sings the other’s songs for a night, and explains nothing.',
    starts: '2027-03-19T22:30',
    price: { USDC: '22', ETH: '0.0088' },
    seatsLeft: 9,
    poster: { drawing: 'strings', sky: '#cfe0c3', ground: '#3c5a4a', light: '#c8553d' },
  },
  {
    id: 'juno-abara',
    artist: 'Juno Abara',
    kind: 'Solo cello',
    about: 'Suites old and new, with an hour of improvisation between them. Tea is served; talking is not.',
    starts: '2027-03-20T22:00',
    price: { USDC: '28', ETH: '0.0112' },
    seatsLeft: 14,
    poster: { drawing: 'steps', sky: '#d9c7f0', ground: '#5b2a6e', light: '#fff4e0' },
  },
]

/** Returns the show with an id, if there is one. */
export const findShow = (id: string | undefined): Show | undefined => shows.find((show) => show.id === id)

const day = new Intl.DateTimeFormat('en', { weekday: 'short', day: 'numeric', month: 'short' })
const time = new Intl.DateTimeFormat('en', { hour: 'numeric', minute: '2-digit' })

/** Returns the evening of a show: `Fri, Mar 5 · 10:30 PM`. */
export const describeStart = ({ starts }: Show): string => {
  const date = new Date(starts)
  return `${day.format(date)} · ${time.format(date)}`
}

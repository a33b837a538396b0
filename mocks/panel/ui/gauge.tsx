interface GaugeProps {
  /** What is measured, as screen readers say it first. */
  readonly label: string
  /** The same for the eye, in a word. */
  readonly title: string
  readonly remaining: number
  readonly limit: number
  /** One line below, such as "resets in 42 s". */
  readonly note: string
}

/** A ring that drains: how much of a limit is left, in numbers and words too. */
export function Gauge({ label, title, remaining, limit, note }: GaugeProps) {
  const level = levelOf(remaining, limit)
  const share = limit === 0 ? 0 : Math.min(1, remaining / limit)
  const left = `${remaining.toLocaleString('en')} of ${limit.toLocaleString('en')} left`
  return (
    <div
      class={`gauge ${level}`}
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={limit}
      aria-valuenow={Math.min(remaining, limit)}
      aria-valuetext={`${left}, ${note}`}
    >
      <svg viewBox="0 0 100 100" aria-hidden="true" focusable="false">
        <circle class="gauge-track" cx="50" cy="50" r="42" pathLength={90} />
        <circle
          class="gauge-left"
          cx="50"
          cy="50"
          r="42"
          // A round end would show a dot where nothing is left.
          stroke-linecap={share === 0 ? 'butt' : 'round'}
          pathLength={100}
          stroke-dasharray={100}
          stroke-dashoffset={100 * (1 - share)}
        />
        <text x="50" y="46">
          {shortNumber(remaining)}
        </text>
        <text class="gauge-word" x="50" y="64">
          {words[level]}
        </text>
      </svg>
      <p class="gauge-text">
        <strong>{title}</strong>
        <span>{left}</span>
        <span class="muted">{note}</span>
      </p>
    </div>
  )
}

const words = { none: 'none left', few: 'few left', enough: 'left' } as const

function levelOf(remaining: number, limit: number): keyof typeof words {
  if (remaining === 0) return 'none'
  return remaining <= limit / 5 ? 'few' : 'enough'
}

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1, roundingMode: 'trunc' })

/** A number that fits into the ring; the whole of it stands below. */
function shortNumber(number: number): string {
  return number < 10_000 ? number.toLocaleString('en') : compact.format(number)
}

/** All tags of a game. */

export function Tags({ tags }: { tags: [string, string][] }) {
  return (
    <details class="tags">
      <summary>Tags ({tags.length})</summary>
      <dl>
        {tags.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {/^https?:\/\//.test(value) ? (
                <a href={value} rel="noreferrer noopener" target="_blank">
                  {value}
                </a>
              ) : (
                value
              )}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

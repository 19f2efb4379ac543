/** Where a file stands, as far as it matters for the session that it belongs to. */
export interface FilePlace {
  /** The folder of the session: for an agent's file under `<session>/subagents/`, the folder that holds `<session>`. */
  readonly folder: string;
  readonly stem: string;
  /** The agent whose own file, or sidecar, this is. */
  readonly agentId?: string;
  /** The session named by a folder above, for files under `subagents/`. */
  readonly folderSession?: string;
  /** True for `agent-<id>.meta.json`. */
  readonly isSidecar: boolean;
}

const ENDINGS = /(\.meta)?(\.(jsonl|ndjson|jsonlines|json|log|txt))?(\.gz)?$/i;

/** Reads a path as Claude Code lays its files out. */
export function placeOf(path: string): FilePlace {
  const parts = path.split(/[/\\]/);
  const name = parts.pop() ?? '';
  const stem = name.replace(ENDINGS, '');
  const agentId = stem.startsWith('agent-') && stem.length > 6 ? stem.slice(6) : undefined;
  const isSidecar = agentId !== undefined && /\.meta\.json(\.gz)?$/i.test(name);
  const at = parts.lastIndexOf('subagents');
  const folderSession = at > 0 ? parts[at - 1] : undefined;
  const folder = (folderSession === undefined ? parts : parts.slice(0, at - 1)).join('/');
  return {
    folder,
    stem,
    isSidecar,
    ...(agentId !== undefined && { agentId }),
    ...(folderSession !== undefined && { folderSession }),
  };
}

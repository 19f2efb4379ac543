import { textField } from '../../model/json.ts';
import type { FamilyRecords } from './read-family.ts';
import type { Run } from './run.ts';

/** Names of agents: of the main one, the agent that the session was started as, else `main`. */
export class AgentNames {
  readonly #facts: FamilyRecords;

  constructor(facts: FamilyRecords) {
    this.#facts = facts;
  }

  of({ launch, agent, sessionId }: Run): string | undefined {
    if (!agent) return this.#facts.mainNames.get(sessionId) ?? 'main';
    if (launch?.agentType !== undefined) return launch.agentType;
    const stated = agent.agentId === undefined ? undefined : this.#facts.agentTypes.get(agent.agentId);
    if (stated !== undefined) return stated;
    const speaker = agent.records.find((record) => textField(record.value, 'attributionAgent') !== undefined);
    return textField(speaker?.value, 'attributionAgent');
  }
}

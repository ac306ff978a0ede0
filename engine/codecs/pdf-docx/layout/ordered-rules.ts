/**
 * The rules of one question in the order in which they are asked, by their names: the first that has an answer decides,
 * and a rule that returns undefined leaves it to those below. What must be asked before what is seen by the order alone.
 */
export type OrderedRules<Case> = Readonly<Record<string, (item: Case) => boolean | undefined>>;

/** Asks rules in order. The last one should always have an answer; without any it is no. */
export function decisionBy<Case>(rules: OrderedRules<Case>): (item: Case) => boolean {
  const ordered = Object.values(rules);
  return (item) => {
    for (const rule of ordered) {
      const answer = rule(item);
      if (answer !== undefined) return answer;
    }
    return false;
  };
}

/** Yes where it holds, else it is left to the next rule. */
export const yesIf = (holds: boolean): true | undefined => (holds ? true : undefined);

/** No where it holds, else it is left to the next rule. */
export const noIf = (holds: boolean): false | undefined => (holds ? false : undefined);

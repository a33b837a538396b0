# What action.yml runs: installs what the suite needs, from the lock file of the action's own version, and runs it.
set -euo pipefail

report=$RUNNER_TEMP/contract-report
mkdir -p "$report"
echo "report=$report" >>"$GITHUB_OUTPUT"

# The install needs no key.
env -u CONTRACT_KEY npm ci --prefix "$ACTION_PATH" --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund --loglevel=error --workspaces=false
# Only random sequences need it, so it comes with nothing else.
if [[ $CONTRACT_OPTIONS =~ (^|[[:space:]])--thorough($|[[:space:]]) ]]; then
  version=$(node -p 'require(process.argv[1]).devDependencies["fast-check"]' "$ACTION_PATH/package.json")
  env -u CONTRACT_KEY npm install --prefix "$ACTION_PATH/contract-tests" --no-save --ignore-scripts --no-audit --no-fund --loglevel=error "fast-check@$version"
fi

# Flags are words: blanks separate them, and no pattern is looked up among the files.
set -f
code=0
# shellcheck disable=SC2086
node "$ACTION_PATH/scripts/animal-store.ts" contract --url "$CONTRACT_URL" --key-env CONTRACT_KEY \
  --report "html=$report/run.html" --report "json=$report/run.json" --report "junit=$report/junit.xml" \
  $CONTRACT_OPTIONS || code=$?
echo "exit-code=$code" >>"$GITHUB_OUTPUT"
exit "$code"

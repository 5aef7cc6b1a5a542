#!/usr/bin/env bash
# archive.sh restore|save BRANCH: keeps the data folder in AD_LIBRARY_DATA, and so all that was paid for, on a branch of
# the repository in the current folder. Unlike a cache, a branch never expires.
set -euo pipefail
work=${1:?} ref=refs/heads/${2:?} known=refs/ad-library/archive
git check-ref-format "$ref"
mkdir -p -- "$AD_LIBRARY_DATA"
data=$(cd -- "$AD_LIBRARY_DATA" && pwd)
GIT_DIR=$(git rev-parse --absolute-git-dir)
export GIT_DIR GIT_WORK_TREE=$data GIT_INDEX_FILE=$data.index
cd -- "$data"

fetch() { git fetch --quiet --depth=1 origin "+$ref:$known"; }

restore() {
  local code=0
  git ls-remote --exit-code origin "$ref" > /dev/null || code=$?
  # Only the answer that there is no such branch means that nothing was paid for yet.
  [ $code -eq 2 ] && { git update-ref -d "$known"; return; }
  [ $code -eq 0 ] || return $code
  fetch
  git -c core.autocrlf=false read-tree --reset -u "$known"
}

save() {
  local parent tree commit all=--all
  for _ in 1 2 3 4 5; do
    parent=$(git rev-parse --quiet --verify "$known" || true)
    git read-tree "${parent:---empty}"
    # The index for searching and the locks are made anew.
    git -c core.autocrlf=false add --force $all -- . ':!archive/index.db*' ':!archive/reserve' ':!archive/changed' \
      ':!locks' ':!turns'
    tree=$(git write-tree)
    [ -z "$parent" ] || [ "$tree" != "$(git rev-parse "$parent^{tree}")" ] || return 0
    commit=$(git -c user.name=github-actions -c user.email=github-actions@users.noreply.github.com \
      commit-tree "$tree" ${parent:+-p "$parent"} -m "Archive as of $(date -u +%FT%TZ)")
    git push --quiet origin "$commit:$ref" && { git update-ref "$known" "$commit"; return; }
    # Another run was faster. Its answers are added to ours.
    fetch
    all=--no-all
  done
  return 1
}

case $work in
  restore) restore ;;
  save) save ;;
  *) exit 2 ;;
esac

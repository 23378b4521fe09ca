// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title A token with a chosen behaviour, for tests of code that sends tokens. Every account may mint.
contract StrangeToken {
    enum Way { Plain, AnswersNothing, TakesFee, AnswersFalse, Reverts, RevertsInItsOwnWords }

    error Frozen(address holder);
    event Transfer(address indexed from, address indexed to, uint256 value);

    string public name = "Strange token";
    string public symbol = "ODD";
    uint8 public immutable decimals;
    Way public immutable way;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;

    constructor(Way way_, uint8 decimals_) {
        way = way_;
        decimals = decimals_;
    }

    function mint(address to, uint256 amount) external {
        balanceOf[to] += amount;
        totalSupply += amount;
        emit Transfer(address(0), to, amount);
    }

    /// @dev Logs a transfer that did not happen. Attackers do so to put a similar address into an account's history.
    function pretend(address from, address to, uint256 amount) external {
        emit Transfer(from, to, amount);
    }

    function transfer(address to, uint256 amount) external {
        if (way == Way.Reverts) revert("Transfers are paused");
        if (way == Way.RevertsInItsOwnWords) revert Frozen(msg.sender);
        if (way != Way.AnswersFalse) _move(to, amount);
        if (way == Way.AnswersNothing) return;
        bool answer = way != Way.AnswersFalse;
        assembly {
            mstore(0, answer)
            return(0, 32)
        }
    }

    function _move(address to, uint256 amount) private {
        uint256 fee = way == Way.TakesFee ? amount / 50 : 0;
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount - fee;
        totalSupply -= fee;
        emit Transfer(msg.sender, to, amount - fee);
        if (fee > 0) emit Transfer(msg.sender, address(0), fee);
    }
}

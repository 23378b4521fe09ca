// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title A token for tests of swaps. It burns a part of every transfer, or returns nothing, as some old tokens do. Every account may mint.
contract OddToken {
    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    string public name;
    string public symbol;
    uint8 public immutable decimals;
    /// @dev How much of a transfer is burned, in hundredths of a percent.
    uint256 public immutable fee;
    bool public immutable answers;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    constructor(string memory name_, string memory symbol_, uint8 decimals_, uint256 fee_, bool answers_) {
        name = name_;
        symbol = symbol_;
        decimals = decimals_;
        fee = fee_;
        answers = answers_;
    }

    function mint(address to, uint256 amount) external {
        balanceOf[to] += amount;
        totalSupply += amount;
        emit Transfer(address(0), to, amount);
    }

    function approve(address spender, uint256 amount) external {
        // like USDT: an allowance has to be set to zero before it can be changed
        if (!answers) require(amount == 0 || allowance[msg.sender][spender] == 0, "In use");
        allowance[msg.sender][spender] = amount;
        emit Approval(msg.sender, spender, amount);
        _answer();
    }

    function transfer(address to, uint256 amount) external {
        _move(msg.sender, to, amount);
        _answer();
    }

    function transferFrom(address from, address to, uint256 amount) external {
        if (allowance[from][msg.sender] != type(uint256).max) allowance[from][msg.sender] -= amount;
        _move(from, to, amount);
        _answer();
    }

    function _move(address from, address to, uint256 amount) private {
        uint256 kept = (amount * fee) / 10_000;
        balanceOf[from] -= amount;
        balanceOf[to] += amount - kept;
        totalSupply -= kept;
        emit Transfer(from, to, amount - kept);
        if (kept > 0) emit Transfer(from, address(0), kept);
    }

    function _answer() private view {
        if (!answers) assembly { return(0, 0) }
        assembly {
            mstore(0, 1)
            return(0, 32)
        }
    }
}
